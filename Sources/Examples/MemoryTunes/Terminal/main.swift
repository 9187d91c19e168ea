import MemoryTunesFront

await MemoryTunesProgram.main()
