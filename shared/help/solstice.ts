import { dayMs, instantOf, type Instant } from '../kernel/instant.ts'

/**
 * What the planets and the Moon add to the mean solstice: amplitude in hundred-thousandths of a day, phase at the beginning of the year
 * 2000 in degrees, degrees in a hundred years.
 */
const terms = [
  [485, 324.96, 1934.136],
  [203, 337.23, 32_964.467],
  [199, 342.08, 20.186],
  [182, 27.85, 445_267.112],
  [156, 73.14, 45_036.886],
  [136, 171.52, 22_518.443],
  [77, 222.54, 65_928.934],
  [74, 296.72, 3034.906],
  [70, 243.58, 9037.513],
  [58, 119.81, 33_718.147],
  [52, 297.17, 150.678],
  [50, 21.02, 2281.226],
  [45, 247.54, 29_929.562],
  [44, 325.15, 31_555.956],
  [29, 60.93, 4443.417],
  [18, 155.12, 67_555.328],
  [17, 288.79, 4562.452],
  [16, 198.04, 62_894.029],
  [14, 199.76, 31_436.921],
  [12, 95.39, 14_577.848],
  [12, 287.11, 31_931.756],
  [12, 320.81, 34_777.259],
  [9, 227.73, 1222.114],
  [8, 15.45, 16_859.074],
] as const

const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)
/** Julian day of the beginning of the year 2000, at noon. */
const epochDay = 2_451_545
/** Julian day of the first moment of 1970. */
const unixDay = 2_440_587.5
/** How far the clock that the planets keep is before ours in this century. */
const clockGapMs = 72_000

/** Winter solstice of the southern hemisphere in a year, to within some minutes in this century: after the series of Meeus. */
export function winterSolstice(year: number): Instant {
  const y = (year - 2000) / 1000
  const mean = 2_451_716.567_67 + 365_241.626_03 * y + 0.003_25 * y ** 2 + 0.008_88 * y ** 3 - 0.0003 * y ** 4
  const centuries = (mean - epochDay) / 36_525
  const anomaly = 35_999.373 * centuries - 2.47
  const speed = 1 + 0.0334 * cosine(anomaly) + 0.0007 * cosine(2 * anomaly)
  const sum = terms.reduce((total, [size, phase, turn]) => total + size * cosine(phase + turn * centuries), 0)
  const julian = mean + (0.000_01 * sum) / speed
  return instantOf(Math.round((julian - unixDay) * dayMs) - clockGapMs)
}
