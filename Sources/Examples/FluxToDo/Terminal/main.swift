import FluxToDoFront

await FluxToDoProgram.main()
