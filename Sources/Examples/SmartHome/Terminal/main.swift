import SmartHomeFront

await SmartHomeProgram.main()
