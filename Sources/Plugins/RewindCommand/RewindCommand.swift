import Foundation
import PackagePlugin

/// Runs the tool in an app's package, without a path to it: `swift package rewind last`.
///
/// SwiftPM's sandbox has no sockets and no network, and lets a command write to the package only if it is asked:
/// `swift package --allow-writing-to-package-directory rewind report @last -o page.html`.
@main
struct RewindCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    if arguments.first == "live" {
      Diagnostics.error(
        "rewind live needs a socket, which SwiftPM's sandbox has not: swift run rewind live"
      )
      return
    }
    let tool = try (try? context.tool(named: "rewind"))?.url ?? built()
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  private func built() throws -> URL {
    let build = try packageManager.build(.product("rewind"), parameters: .init())
    guard build.succeeded, let tool = build.builtArtifacts.first(where: { $0.kind == .executable })
    else {
      Diagnostics.error(build.logText)
      exit(1)
    }
    return tool.url
  }
}
