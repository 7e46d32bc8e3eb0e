module bpetite.org/vectors

go 1.22
