extension Help {
  /// The text of `rewind help expressions`; the full grammar is above `StepExpression`.
  static let expressions = """
    An expression asks something of a step: an action, the state before it and the
    state after it. It is the same in `find`, `log --where`, `bisect --where` and
    `--never`. A file for `--never-file` has one a line, with a name: NAME: EXPR.
    Indented lines go on with it, and # begins a remark.

    What can be named:
      /game/cards/3/isFlipped      a place in the state after the action
      game.cards[3].isFlipped      the same; state["odd name"] for any member
      type, index, time            of the action; time in seconds
      payload.cardIndex            in the action's payload; action has all of it
      before(game.score)           in the state before; changed(e), after(e)
      cards[payload.cardIndex]     what stands where the payload says

    What can be asked:
      == != < <= > >=              numbers by exact value, texts by code points
      and or not ( )               only true holds
      + - * / %                    0.1 + 0.2 == 0.3
      contains startsWith endsWith texts; contains also elements and member names
      like "Flip*"                 * is any text, ? one character
      matches "^Flip|Set$"         a regular expression: \\d \\w \\b [a-z] (a|b) {2,3}
      length(e) exists(e)          of texts, arrays, objects · whether it is there
      any(cards, it.isFlipped)     whether one element is; all(…), count(…), sum(…)
      any(card in cards, card.n == before(best))

    A text stands in double or single quotes. What is not there equals nothing, so
    that /missing == null is false. After a pointer, operators need a blank.

    Examples:
      rewind find recordings/memory-tunes/win.jsonl \\
          'changed(gameState.gameFinished)'
          when a game began and ended
      rewind log recordings/memory-tunes/win.jsonl --where 'type matches "^Flip"'
          the flips
      rewind bisect recordings/memory-tunes/win.jsonl \\
          --where 'all(gameState.memoryCards, it.isAlreadyGuessed)'
          from when on all cards were guessed

    """
}
