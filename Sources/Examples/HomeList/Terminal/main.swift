import HomeListFront

await HomeListProgram.main()
