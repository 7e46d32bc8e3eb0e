module example

go 1.20
