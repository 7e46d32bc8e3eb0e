module tiny

go 1.21
