# Writes KernelABI.h as a C++ string literal, so that the C header generator can
# copy it into the headers it makes. Called as a script:
#   cmake -DHEADER=KernelABI.h -DOUTPUT=KernelABIText.inc -P KernelABIText.cmake
file(READ ${HEADER} text)
file(WRITE ${OUTPUT} "R\"TileText(${text})TileText\"\n")
