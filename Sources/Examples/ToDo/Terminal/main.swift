import ToDoFront

await TodoProgram.main()
