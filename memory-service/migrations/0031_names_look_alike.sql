-- What a name looks like is found out in another way now: each is looked at again when names are next compared.
UPDATE organizations SET name_skeleton = NULL;
