import { scaleLinear, scalePoint } from 'd3-scale'
import { BelowLabels, ChartKey, ChosenBand, KeyEntry, LevelLines, type PlotArea, percentTicks, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface CalibrationLevel {
  readonly tick: string
  readonly shortTick: string
  readonly note?: string
  /** Shares of 0 to 1; null if unknown. */
  readonly found: { readonly share: number; readonly low: number; readonly high: number } | null
  /** The share for perfect calibration; null if the level promises none. */
  readonly expected: number | null
  readonly words: string
}

interface CalibrationPlotProps {
  label: string
  pointsLabel: string
  /** At least one, in ascending order. */
  levels: readonly CalibrationLevel[]
  marks: { found: string; range: string; expected: string }
}

const HEIGHT = 260
const WORD_ROOM = 76
/** Width of one digit of a note. */
const NOTE_ROOM = 8

export function CalibrationPlot({ label, pointsLabel, levels, marks }: CalibrationPlotProps) {
  const [measured, width] = useWidth()
  const hasNotes = levels.some(({ note }) => note !== undefined)
  const area: PlotArea = { left: 44, right: width - 8, top: 12, bottom: HEIGHT - (hasNotes ? 46 : 28) }
  const ticks = levels.map(({ tick }) => tick)
  const x = scalePoint(ticks, [area.left, area.right]).padding(0.5)
  const y = scaleLinear([0, 1], [area.bottom, area.top])
  const middle = (tick: string) => x(tick) ?? 0
  const drawn = levels.map(({ tick, found, words }) => ({ x: middle(tick), y: y(found?.share ?? 0), words }))
  const tickWidth = x.step()
  const lastFound = levels.findLastIndex(({ found }) => found !== null)
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} first={Math.max(0, lastFound)} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={percentTicks(y)} />
            {levels.map(({ tick, found, expected }, place) => (
              <g key={tick}>
                {place === chosen && <ChosenBand x={middle(tick) - tickWidth / 2 + 2} width={tickWidth - 4} area={area} />}
                {expected !== null && (
                  <path
                    d={`M${middle(tick) - tickWidth / 3} ${y(expected)}h${(2 * tickWidth) / 3}`}
                    className="stroke-ink"
                    strokeWidth="1.5"
                    strokeDasharray="5 4"
                  />
                )}
                {found && <Whisker x={middle(tick)} y={y(found.share)} low={y(found.low)} high={y(found.high)} />}
              </g>
            ))}
            <BelowLabels
              area={area}
              ticks={levels.map(({ tick, shortTick }) => ({ at: middle(tick), label: tickWidth < WORD_ROOM ? shortTick : tick }))}
              room={Math.min(tickWidth, WORD_ROOM) - 1}
            />
            {levels.map(({ tick, note }) => (
              <text
                key={tick}
                x={middle(tick)}
                y={area.bottom + 36}
                textAnchor="middle"
                className={tickWidth < NOTE_ROOM * (note?.length ?? 0) ? 'hidden' : 'fill-muted text-xs tabular-nums'}
              >
                {note}
              </text>
            ))}
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        <KeyEntry sign={<circle cx="8" cy="6" r="5" className="fill-brand" />}>{marks.found}</KeyEntry>
        <KeyEntry sign={<Range x={8} low={11.5} high={0.5} />}>{marks.range}</KeyEntry>
        {levels.some(({ expected }) => expected !== null) && (
          <KeyEntry sign={<path d="M0 6H16" className="stroke-ink" strokeWidth="1.5" strokeDasharray="4 3" />}>{marks.expected}</KeyEntry>
        )}
      </ChartKey>
    </div>
  )
}

const Range = ({ x, low, high }: { x: number; low: number; high: number }) => (
  <path d={`M${x} ${low}V${high}M${x - 4} ${low}H${x + 4}M${x - 4} ${high}H${x + 4}`} className="stroke-brand" strokeWidth="1.5" />
)

export const Whisker = ({ x, y, low, high }: { x: number; y: number; low: number; high: number }) => (
  <>
    <Range x={x} low={low} high={high} />
    <circle cx={x} cy={y} r="5.5" className="fill-brand stroke-surface" strokeWidth="1.5" />
  </>
)
