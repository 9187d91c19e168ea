import ToDoFront

TodoProgram.main()
