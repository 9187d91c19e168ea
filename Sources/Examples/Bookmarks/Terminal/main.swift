import BookmarksFront

await BookmarksProgram.main()
