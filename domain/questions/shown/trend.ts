/** One series, or two for pairs such as `88/52`. */
export function trendOf(values: readonly string[]): readonly (readonly number[])[] {
  const read = values.map((value) => /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?(?: ?%)?$/.exec(value)?.slice(1))
  if (read.some((numbers) => numbers === undefined)) return []
  const series = [0, 1].map((place) => read.flatMap((numbers) => numbers?.[place] ?? []).map(Number))
  return series.filter(({ length }) => length === values.length)
}

/** All lines of a row share a scale; a constant line runs in the middle. */
export function trendPoints(
  values: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly (readonly (readonly [x: number, y: number])[])[] {
  const lines = trendOf(values)
  const all = lines.flat()
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const y = (value: number) => (highest === lowest ? height / 2 : height - (height * (value - lowest)) / (highest - lowest))
  return lines.map((line) => line.map((value, index) => [(width * index) / Math.max(1, line.length - 1), y(value)] as const))
}
