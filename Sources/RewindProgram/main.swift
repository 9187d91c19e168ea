import RewindTool

ToolProcess.run()
