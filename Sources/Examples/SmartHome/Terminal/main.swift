import SmartHomeFront

SmartHomeProgram.main()
