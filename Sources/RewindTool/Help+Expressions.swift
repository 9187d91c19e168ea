extension Help {
  /// The text of `rewind help expressions`; the full grammar is above `StepExpression`.
  static let expressions = """
    An expression is evaluated on a step: an action, the state before it and the
    state after it. It is the same in `find`, `log --where`, `bisect --where` and
    `--never`. A file for `--never-file` has one per line, with a name: NAME: EXPR.
    Indented lines continue it, and # begins a comment.

    Values:
      /game/cards/3/isFlipped      a place in the state after the action
      game.cards[3].isFlipped      the same; state["odd name"] for any member
      type, index, time            of the action; time in seconds
      payload.cardIndex            in the action's payload; action has all of it
      before(game.score)           in the state before; changed(e), after(e)
      cards[payload.cardIndex]     the element that the payload selects

    Operators:
      == != < <= > >=              numbers by exact value, texts by code points
      and or not ( )               only true holds
      + - * / %                    0.1 + 0.2 == 0.3
      contains startsWith endsWith texts; contains also elements and member names
      like "Flip*"                 * is any text, ? one character
      matches "^Flip|Set$"         a regular expression: \\d \\w \\b [a-z] (a|b) {2,3}
      length(e) exists(e)          of texts, arrays, objects · true if present
      any(cards, it.isFlipped)     true for any element; all(…), count(…), sum(…)
      any(card in cards, card.n == before(best))

    A text is in double or single quotes. A missing value equals nothing, so
    /missing == null is false. After a pointer, operators need a space.

    Examples:
      rewind find recordings/memory-tunes/win.jsonl \\
          'changed(gameState.gameFinished)'
          when a game began and ended
      rewind log recordings/memory-tunes/win.jsonl --where 'type matches "^Flip"'
          the flips
      rewind bisect recordings/memory-tunes/win.jsonl \\
          --where 'all(gameState.memoryCards, it.isAlreadyGuessed)'
          when all cards were guessed

    """
}
