module model

go 1.22

require github.com/pkoukk/tiktoken-go v0.1.8

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/uuid v1.3.0 // indirect
)
