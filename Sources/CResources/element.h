// An element of `resources`: the file `RESOURCE` in the folder `FOLDER`.
{NAME(RESOURCE), (const unsigned char[]){
#embed NAME(../Reports/FOLDER/RESOURCE) suffix(, 0)
}},
#undef RESOURCE
