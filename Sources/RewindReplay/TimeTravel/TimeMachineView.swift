#if canImport(SwiftUI)
import Combine
public import SwiftUI

/// A view of a time machine: a slider through the history, the actions with their changes, and a button
/// to resume.
///
/// For debug builds, in a sheet or beside the app:
///
/// ```swift
/// .sheet(isPresented: $isTraveling) { TimeMachineView(machine) }
/// ```
///
/// An action can be skipped by swiping it (on a television, in its context menu): the later actions are
/// then reduced again.
@MainActor
public struct TimeMachineView<State, Action>: View {
  @StateObject private var model: TimeMachineModel<State, Action>

  /// Makes a view of a machine that is used on the main thread only.
  public init(_ machine: TimeMachine<State, Action>) {
    _model = StateObject(wrappedValue: TimeMachineModel(machine))
  }

  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      controls.padding([.horizontal, .top])
      if let message = model.message {
        Text(message).font(.footnote).foregroundColor(.red).padding(.horizontal)
      }
      changes.padding(.horizontal)
      actions
    }
  }

  private var controls: some View {
    VStack(alignment: .leading) {
      Text("\(model.position) of \(model.count)").font(.headline).monospacedDigit()
      #if !os(tvOS)
      Slider(
        value: model.slider,
        in: 0...Double(max(1, model.count)),
        step: 1
      )
      .disabled(model.count == 0)
      .accessibilityLabel("Position in the history")
      .accessibilityValue("\(model.position) of \(model.count)")
      #endif
      HStack {
        Button("Back") { model.step(by: -1) }.disabled(model.position == 0)
        Button("Forth") { model.step(by: 1) }.disabled(model.position == model.count)
        Spacer()
        Button("Resume") { model.resume() }
          .disabled(model.position == model.count && !model.isHolding)
      }
    }
  }

  /// The changes of the last action.
  @ViewBuilder private var changes: some View {
    if let summary = model.summary(of: model.position) {
      VStack(alignment: .leading, spacing: 2) {
        Text(summary.name).font(.subheadline).bold()
        if let payload = summary.payload {
          Text(payload).font(.caption.monospaced()).lineLimit(3)
        }
        if summary.changes.isEmpty {
          Text("It changed nothing.").font(.caption)
        }
        // The screen has no room for more.
        ForEach(Array(summary.changes.prefix(6).enumerated()), id: \.offset) { _, change in
          Text(change).font(.caption.monospaced()).lineLimit(1)
        }
        if summary.changes.count > 6 {
          Text("and \(summary.changes.count - 6) more").font(.caption)
        }
      }
    } else {
      Text("The initial state").font(.subheadline)
    }
  }

  private var actions: some View {
    List {
      ForEach((1..<(model.count + 1)).reversed(), id: \.self) { index in
        Button {
          model.jump(to: index)
        } label: {
          row(index)
        }
        #if os(tvOS)
        .contextMenu { skipButton(index) }
        #else
        .swipeActions { skipButton(index) }
        #endif
      }
    }
    .listStyle(.plain)
  }

  private func skipButton(_ index: Int) -> some View {
    Button(model.isSkipped(index) ? "Do not skip" : "Skip") { model.toggleSkip(index) }
  }

  private func row(_ index: Int) -> some View {
    HStack {
      Text("\(index)").monospacedDigit().foregroundColor(.secondary)
      Text(model.name(of: index)).strikethrough(model.isSkipped(index))
      Spacer()
      if index == model.position { Image(systemName: "arrowtriangle.left.fill") }
    }
    .opacity(index <= model.position ? 1 : 0.4)
    .accessibilityElement(children: .combine)
    .accessibilityAddTraits(index == model.position ? .isSelected : [])
  }
}

/// The view's model of a machine.
@MainActor
final class TimeMachineModel<State, Action>: ObservableObject {
  private let machine: TimeMachine<State, Action>
  /// The reason why the last command failed.
  @Published private(set) var message: String?

  init(_ machine: TimeMachine<State, Action>) {
    self.machine = machine
    machine.onChange = { [weak self] in
      // The machine is used on the main thread, as its store is.
      MainActor.assumeIsolated { self?.objectWillChange.send() }
    }
  }

  var position: Int { machine.position }
  var count: Int { machine.history.count }
  var isHolding: Bool { machine.isHolding }

  /// The position for a slider; setting the same whole number again moves nothing.
  var slider: Binding<Double> {
    Binding(
      get: { Double(self.position) },
      set: { value in
        let position = Int(value.rounded())
        if position != self.position { self.jump(to: position) }
      }
    )
  }

  func name(of index: Int) -> String {
    machine.name(of: index) ?? ""
  }

  func isSkipped(_ index: Int) -> Bool {
    machine.history.indices.contains(index - 1) && machine.history[index - 1].isSkipped
  }

  func summary(of index: Int) -> TimeMachine<State, Action>.HistoryEntry.Summary? {
    machine.summary(of: index)
  }

  func jump(to position: Int) {
    attempt { () throws(TimeMachineError) in try machine.jump(to: position) }
  }

  func step(by distance: Int) {
    attempt { () throws(TimeMachineError) in try machine.step(by: distance) }
  }

  func resume() {
    attempt { () throws(TimeMachineError) in try machine.resume() }
  }

  func toggleSkip(_ index: Int) {
    attempt { () throws(TimeMachineError) in
      if isSkipped(index) { try machine.unskip(index) } else { try machine.skip(index) }
    }
  }

  private func attempt(_ body: () throws(TimeMachineError) -> Void) {
    do throws(TimeMachineError) {
      try body()
      message = nil
    } catch {
      message = error.description
    }
  }
}
#endif
