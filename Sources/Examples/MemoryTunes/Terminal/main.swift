import MemoryTunesFront

MemoryTunesProgram.main()
