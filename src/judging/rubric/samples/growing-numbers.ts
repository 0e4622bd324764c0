/** A list of numbers in 8 bytes each; a plain array of a million would cost several times as much. */
export class GrowingNumbers {
  length = 0;
  private values = new Float64Array(1024);

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index]!;
  }
}
