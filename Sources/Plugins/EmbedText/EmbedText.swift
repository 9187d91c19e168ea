import Foundation
import PackagePlugin

/// Embeds the web files of a target, or pages of the documentation, in a Swift constant,
/// `Embedded.texts`, so that a program is a single file.
///
/// SwiftPM's own `embedInCode` writes an array of bytes, which compiles thirty times slower than the
/// literals written here.
@main
struct EmbedText: BuildToolPlugin {
  /// The extensions of the embedded files.
  private static let extensions: Set<String> = ["css", "html", "js"]

  /// The pages of the documentation that a target prints.
  private static let pages = [
    "RewindTool": [
      "Contract.md", "Expressions.md", "Format.md", "ReduxDevTools.md",
      "Rows.md",
    ]
  ]

  /// Writes one file from the names of others; no embedded file contains its quotes.
  private static let script = """
    output=$1
    shift
    {
      echo '/// The embedded files, by their names.'
      echo 'enum Embedded {'
      echo '  static let texts: [String: String] = ['
      for file; do
        printf '    "%s": ###\"""\\n' "${file##*/}"
        cat "$file"
        printf '\\n\"""###,\\n'
      done
      echo '  ]'
      echo '}'
    } > "$output"
    """

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = (target.sourceModule?.sourceFiles.map(\.url) ?? [])
      .filter { Self.extensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    let catalog = context.package.directoryURL.appending(path: "Sources/Rewind/Rewind.docc")
    let pages = Self.pages[target.name, default: []].map { catalog.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
    return [
      .buildCommand(
        displayName: "Embedding \((files + pages).count) files",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: ["-c", Self.script, "embed", output.path] + (files + pages).map(\.path),
        inputFiles: files + pages,
        outputFiles: [output]
      )
    ]
  }
}
