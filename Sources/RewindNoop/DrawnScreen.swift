public import Foundation

/// A screen as an app draws it from a state; no one asks for it.
public enum DrawnScreen: Hashable, Sendable {
  case text(String)
  case svg(String)
  case png(Data, width: Int, height: Int, scale: Double = 1)
}
