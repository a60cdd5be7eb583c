"""netcdf_classic - reads a NetCDF file of the classic formats (32- and 64-bit offsets) with nothing but Python.

    from netcdf_classic import Dataset
    results = Dataset("fall.nc")
    results["node.struct.7.X"].rows()       one list of numbers for each time
    results["node.struct.7"].attributes     {"type": "dynamic"}
    results.dimensions                      {"time": 3, "Vec1": 1, "Vec3": 3}

A file begins with "CDF" and its version, the number of records, and three lists: dimensions, attributes, variables.
A variable that varies with time has a slice in every record, the others stand alone. All numbers are big-endian.
"""
import math
import struct

LETTERS = {1: "b", 2: "c", 3: "h", 4: "i", 5: "f", 6: "d"}


class Variable:
    def __init__(self, name, dimensions, shape, attributes, code, begin, in_records):
        self.name, self.dimensions, self.attributes, self.code = name, dimensions, attributes, code
        self.shape, self.begin, self.in_records = shape, begin, in_records
        self.count = math.prod(shape[1:] if in_records else shape)
        self.data = None

    def slice_size(self):
        return -(-self.count * struct.calcsize(LETTERS[self.code]) // 4) * 4

    def rows(self):
        """The numbers: for a variable in time, those of each record; else a single row."""
        letter, (data, record_size, n) = LETTERS[self.code], self.data
        starts = [self.begin + k * record_size for k in range(n)] if self.in_records else [self.begin]
        return [list(struct.unpack_from(f">{self.count}{letter}", data, start)) for start in starts]


class Dataset:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:3] != b"CDF" or self.data[3] not in (1, 2):
            raise ValueError(f"{path} is not a NetCDF file of a classic format")
        self.at, self.wide = 4, self.data[3] == 2
        self.records = self.integer()
        names = [(self.word(), self.integer()) for _ in range(self.list_length())]
        self.dimensions = {name: length or self.records for name, length in names}
        self.attributes = self.read_attributes()
        found = [self.read_variable(names) for _ in range(self.list_length())]
        self.variables = {v.name: v for v in found}
        in_records = [v for v in found if v.in_records]
        record_size = sum(v.slice_size() for v in in_records)
        for v in found:
            v.data = (self.data, record_size, self.records)

    def __getitem__(self, name):
        return self.variables[name]

    def integer(self, letter="i"):
        value, = struct.unpack_from(">" + letter, self.data, self.at)
        self.at += struct.calcsize(letter)
        return value

    def word(self):
        length = self.integer()
        text = self.data[self.at:self.at + length].decode()
        self.at += -(-length // 4) * 4
        return text

    def list_length(self):
        self.integer()
        return self.integer()

    def read_attributes(self):
        found = {}
        for _ in range(self.list_length()):
            name, code, n = self.word(), self.integer(), self.integer()
            size = n * struct.calcsize(LETTERS[code])
            raw = self.data[self.at:self.at + size]
            found[name] = raw.decode().rstrip("\0") if code == 2 else struct.unpack(f">{n}{LETTERS[code]}", raw)
            self.at += -(-size // 4) * 4
        return found

    def read_variable(self, names):
        name = self.word()
        ids = [self.integer() for _ in range(self.integer())]
        attributes, code = self.read_attributes(), self.integer()
        self.integer()
        begin = self.integer("q" if self.wide else "i")
        shape = [names[i][1] or self.records for i in ids]
        in_records = bool(ids) and names[ids[0]][1] == 0
        return Variable(name, [names[i][0] for i in ids], shape, attributes, code, begin, in_records)
