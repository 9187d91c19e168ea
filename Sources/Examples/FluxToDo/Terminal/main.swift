import FluxToDoFront

FluxToDoProgram.main()
