import { Chance } from '@medicready/platform/testing/chance'

/** With Box and Muller's normal numbers. Seeds that lie near each other give numbers that differ. */
export class Random extends Chance {
  constructor(seed: number) {
    super(Math.imul(seed + 1, 0x9e3779b1))
  }

  next(): number {
    return this.number()
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
}
