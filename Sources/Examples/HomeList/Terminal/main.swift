import HomeListFront

HomeListProgram.main()
