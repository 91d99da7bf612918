; What is put in front of accesses. It is linked into every module and inlined: the page filter here, what watched memory needs
; in the runtime (capture/access.c). The runtime touches no memory that the program knows, so that the optimiser may
; move other accesses across; it may not move these across calls that it does not know, which synchronisation is.
;
; The last argument is a place in the table of sites, or null: then the report finds the source line by the return address of the
; hook, which must stay a call of its own.

@fp_filter = external LOCALITY global [FILTER_SIZE x i32]
@fp_concurrent = external LOCALITY global i32
@fp_fast_call_site = external LOCALITY thread_local global ptr

; The first element, how many there are, a bit for each, and a byte for each 4096 of them (struct fp_map).
%fencepost.map = type { i64, i64, ptr, ptr }
declare i64 @llvm.fshr.i64(i64, i64, i64)

declare void @fp_fast_load(ptr, i64, ptr) #0
declare void @fp_fast_store(ptr, i64, ptr) #0
declare void @fp_fast_load_range(ptr, i64, i64, i64, i64, i64, ptr) #0
declare void @fp_fast_store_range(ptr, i64, i64, i64, i64, i64, ptr) #0
declare void @fp_fast_load_nest(ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, ptr) #0
declare void @fp_fast_store_nest(ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, ptr) #0
declare i32 @fp_fast_reaches(ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64) #0
declare ptr @fp_fast_load_mapped(ptr, i64, ptr) #0
declare ptr @fp_fast_store_mapped(ptr, i64, ptr) #0
declare void @fp_fast_leave(ptr) #3

define void @fencepost.load(ptr %at, i64 %size, ptr %site) #1 {
  %watched = call i1 @fencepost.watched(ptr %at)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  notail call void @fp_fast_load(ptr %at, i64 %size, ptr %site) #2
  br label %done
done:
  ret void
}

define void @fencepost.store(ptr %at, i64 %size, ptr %site) #1 {
  %watched = call i1 @fencepost.watched(ptr %at)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  notail call void @fp_fast_store(ptr %at, i64 %size, ptr %site) #2
  br label %done
done:
  ret void
}

define void @fencepost.load.anywhere(ptr %at, i64 %size, ptr %site) #1 {
  %watched = call i1 @fencepost.watched.anywhere(ptr %at, i64 %size)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  notail call void @fp_fast_load(ptr %at, i64 %size, ptr %site) #2
  br label %done
done:
  ret void
}

define void @fencepost.store.anywhere(ptr %at, i64 %size, ptr %site) #1 {
  %watched = call i1 @fencepost.watched.anywhere(ptr %at, i64 %size)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  notail call void @fp_fast_store(ptr %at, i64 %size, ptr %site) #2
  br label %done
done:
  ret void
}

define void @fencepost.load.range(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, ptr %site) #1 {
  notail call void @fp_fast_load_range(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, ptr %site) #2
  ret void
}

define void @fencepost.store.range(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, ptr %site) #1 {
  notail call void @fp_fast_store_range(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, ptr %site) #2
  ret void
}

define void @fencepost.load.nest(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance, ptr %site) #1 {
  notail call void @fp_fast_load_nest(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance, ptr %site) #2
  ret void
}

define void @fencepost.store.nest(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance, ptr %site) #1 {
  notail call void @fp_fast_store_nest(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance, ptr %site) #2
  ret void
}

; A loop that accesses memory in an order that is not known uses a map of watched memory (capture/maps.c): of nothing before it, and
; then of that which it has met.
define void @fencepost.no.map(ptr %map) #1 {
  store %fencepost.map zeroinitializer, ptr %map, align 8
  ret void
}

; An element on the map gets its bit, and its part of the map is said to have some.
define i1 @fencepost.mapped(ptr %at, i64 %shift, ptr %map) #1 {
  %known = load %fencepost.map, ptr %map, align 8
  %address = ptrtoint ptr %at to i64
  %from = extractvalue %fencepost.map %known, 0
  %count = extractvalue %fencepost.map %known, 1
  %distance = sub i64 %address, %from
  %element = call i64 @llvm.fshr.i64(i64 %distance, i64 %distance, i64 %shift)
  %inside = icmp ult i64 %element, %count
  br i1 %inside, label %mark, label %done
mark:
  %bits = extractvalue %fencepost.map %known, 2
  %byte = lshr i64 %element, 3
  %place = getelementptr i8, ptr %bits, i64 %byte
  %low = trunc i64 %element to i8
  %number = and i8 %low, 7
  %bit = shl i8 1, %number
  %before = load i8, ptr %place, align 1
  %after = or i8 %before, %bit
  store i8 %after, ptr %place, align 1
  %chunks = extractvalue %fencepost.map %known, 3
  %chunk = lshr i64 %element, 12
  %part = getelementptr i8, ptr %chunks, i64 %chunk
  store i8 1, ptr %part, align 1
  br label %done
done:
  ret i1 %inside
}

define void @fencepost.load.mapped(ptr %at, i64 %size, i64 %shift, ptr %map, ptr %site) #1 {
  %marked = call i1 @fencepost.mapped(ptr %at, i64 %shift, ptr %map)
  br i1 %marked, label %done, label %other
other:
  %watched = call i1 @fencepost.watched(ptr %at)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  %next = notail call ptr @fp_fast_load_mapped(ptr %at, i64 %size, ptr %site) #2
  %known = load %fencepost.map, ptr %next, align 8
  store %fencepost.map %known, ptr %map, align 8
  br label %done
done:
  ret void
}

define void @fencepost.store.mapped(ptr %at, i64 %size, i64 %shift, ptr %map, ptr %site) #1 {
  %marked = call i1 @fencepost.mapped(ptr %at, i64 %shift, ptr %map)
  br i1 %marked, label %done, label %other
other:
  %watched = call i1 @fencepost.watched(ptr %at)
  br i1 %watched, label %slow, label %done, !prof !0
slow:
  %next = notail call ptr @fp_fast_store_mapped(ptr %at, i64 %size, ptr %site) #2
  %known = load %fencepost.map, ptr %next, align 8
  store %fencepost.map %known, ptr %map, align 8
  br label %done
done:
  ret void
}

; Whether anything is watched of what a loop can touch.
define i1 @fencepost.reaches(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance) #1 {
  %any = call i32 @fp_fast_reaches(ptr %at, i64 %size, i64 %count, i64 %stride, i64 %rows, i64 %pitch, i64 %planes, i64 %height, i64 %bodies, i64 %distance)
  %watched = icmp ne i32 %any, 0
  ret i1 %watched
}

; The function is about to return: a store to its local variables.
define void @fencepost.leave(ptr %site) #1 {
  notail call void @fp_fast_leave(ptr %site) #2
  ret void
}

; A call of a programming model follows.
define void @fencepost.calls(ptr %site) #1 {
  store ptr %site, ptr @fp_fast_call_site
  ret void
}

; Whether anything on the page of an address is watched, as everything is among threads.
define i1 @fencepost.watched(ptr %at) #1 {
  %count = call i32 @fencepost.on.page(ptr %at)
  %strands = STRANDS
  %any = or i32 %count, %strands
  %watched = icmp ne i32 %any, 0
  ret i1 %watched
}

; What is watched on the page of an address.
define i32 @fencepost.on.page(ptr %at) #1 {
  %address = ptrtoint ptr %at to i64
  %page = lshr i64 %address, PAGE_SHIFT
  %index = and i64 %page, FILTER_MASK
  %entry = getelementptr inbounds [FILTER_SIZE x i32], ptr @fp_filter, i64 0, i64 %index
  %count = load i32, ptr %entry, align 4
  ret i32 %count
}

; The same for an access of at most a page that may begin on one page and end on the next.
define i1 @fencepost.watched.anywhere(ptr %at, i64 %size) #1 {
  %distance = sub i64 %size, 1
  %last = getelementptr i8, ptr %at, i64 %distance
  %first.watched = call i1 @fencepost.watched(ptr %at)
  %last.watched = call i1 @fencepost.watched(ptr %last)
  %watched = or i1 %first.watched, %last.watched
  ret i1 %watched
}

attributes #0 = { nounwind willreturn nocallback nofree memory(inaccessiblemem: readwrite) }
attributes #1 = { alwaysinline nounwind }
attributes #2 = { nomerge nounwind cold }
attributes #3 = { nounwind willreturn }
!0 = !{!"branch_weights", i32 1, i32 100000}
