import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'
import { trendPoints } from '@medicready/domain/questions/shown/trend'
import { ImageOff, Maximize2, Minus, Plus, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SoundPlayer } from './sound-player.tsx'
import { TextTable } from './text-table.tsx'

/** Has its final size from the first moment, so that nothing moves. */
export default function PictureItself({ picture, children }: { picture: ShownPicture; children?: ReactNode }) {
  const { imageUrl, soundUrl, alt, width, height, table, textTable } = picture
  const [attempt, setAttempt] = useState({ number: 1, failed: false })
  if (table) return <VitalSignsTable table={table} />
  if (textTable) return <TextTable table={textTable} />
  if (attempt.failed) return <MissingPicture alt={alt} onRetry={() => setAttempt({ number: attempt.number + 1, failed: false })} />
  return (
    <figure>
      {/* Never wider than the image or its place, nor higher than most of the window. */}
      <div
        className="relative overflow-hidden rounded-control border border-hairline bg-paper"
        style={{ aspectRatio: width / height, width: `min(100%, ${width}px, ${Math.round((80 * width) / height)}vh)` }}
      >
        <img
          key={attempt.number}
          src={imageUrl}
          alt={alt}
          width={width}
          height={height}
          className="block size-full"
          onError={() => setAttempt({ ...attempt, failed: true })}
        />
        {children}
      </div>
      <PictureZoom picture={picture} />
      {soundUrl && (
        <>
          <SoundPlayer key={soundUrl} soundUrl={soundUrl} />
          <InWords summary="What is heard, in words" words={alt} />
        </>
      )}
    </figure>
  )
}

const WIDTHS = [100, 150, 200, 300, 400] as const
/** On a phone, fitting the window would make it no larger than before. */
const PHONE_PIXELS = 640

function PictureZoom({ picture: { imageUrl, alt, width, height } }: { picture: ShownPicture }) {
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState(0)
  const percent = WIDTHS[step] ?? 100
  const show = () => {
    setStep(window.innerWidth < PHONE_PIXELS ? 2 : 0)
    setOpen(true)
  }
  return (
    <>
      <Button icon={Maximize2} variant="ghost" size="sm" className="-ml-3 text-muted" onClick={show} label="Enlarge the picture" />
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          size="xl"
          title="The picture, enlarged"
          footer={
            <div className="flex items-center justify-center gap-2 sm:mr-auto">
              <Button
                icon={Minus}
                variant="secondary"
                size="sm"
                disabledReason={step === 0 ? 'The whole picture is shown.' : undefined}
                onClick={() => setStep(step - 1)}
                label="Smaller"
              />
              <Button
                icon={Plus}
                variant="secondary"
                size="sm"
                disabledReason={step === WIDTHS.length - 1 ? 'This is the largest size.' : undefined}
                onClick={() => setStep(step + 1)}
                label="Larger"
              />
              <span aria-live="polite" className="min-w-14 text-right text-sm text-muted tabular-nums">
                {percent}%
              </span>
            </div>
          }
        >
          <ScrollArea aria-label="Picture. Move it with the arrow keys" className="max-h-[70dvh] bg-paper">
            <img
              src={imageUrl}
              alt={alt}
              width={width}
              height={height}
              className="block h-auto max-w-none"
              style={{ width: `${percent}%` }}
            />
          </ScrollArea>
        </Dialog>
      )}
    </>
  )
}

function MissingPicture({ alt, onRetry }: { alt: string; onRetry: () => void }) {
  const [isOffline] = useState(() => navigator.onLine === false)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const again = () => retry()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <div className="grid justify-items-start gap-3 rounded-control border border-hairline bg-sunken p-4">
      <p role="alert" className="flex items-center gap-2 font-medium">
        <ImageOff aria-hidden className="size-5 shrink-0 text-muted" />
        {isOffline ? 'The picture is not saved on this device. It loads when you are back online.' : 'The picture could not be loaded.'}
      </p>
      {!isOffline && <Button icon={RotateCw} variant="secondary" size="sm" onClick={onRetry} label="Try again" />}
      <InWords summary="What it shows, in words" words={alt} open={isOffline} />
    </div>
  )
}

const InWords = ({ summary, words, open = false }: { summary: string; words: string; open?: boolean }) => (
  <details open={open}>
    <summary className="inline-flex min-h-8 items-center rounded-control text-sm font-semibold">{summary}</summary>
    <p className="mt-1 max-w-[72ch]">{words}</p>
  </details>
)

const TREND = { width: 72, height: 22 }

/** Where it does not fit, the table scrolls and its labels stay in view. */
function VitalSignsTable({ table: { times, rows } }: { table: NonNullable<ShownPicture['table']> }) {
  const caption = useId()
  return (
    <ScrollArea aria-labelledby={caption}>
      <table className="w-full border-separate border-spacing-0 text-right tabular-nums">
        <caption id={caption} className="sr-only">
          Vital signs over time
        </caption>
        <thead>
          <tr className="text-sm text-muted">
            <td className="sticky left-0 bg-surface" />
            {times.map((time) => (
              <th key={time} scope="col" className="px-3 py-2 font-medium">
                {time}
              </th>
            ))}
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, unit, values }) => (
            <tr key={label}>
              <th scope="row" className="sticky left-0 border-t border-hairline bg-surface px-3 py-2 text-left font-medium">
                {label}
                {unit !== null && <span className="block text-sm font-normal text-muted">{unit}</span>}
              </th>
              {values.map((value, place) => (
                <td key={times[place]} className="border-t border-hairline px-3 py-2 font-semibold whitespace-nowrap">
                  {value}
                </td>
              ))}
              <td aria-hidden className="border-t border-hairline px-3 py-2">
                <Trend values={values} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Decorative: the numbers are beside it. */
const Trend = ({ values }: { values: readonly string[] }) => (
  <svg aria-hidden viewBox={`-2 -2 ${TREND.width + 4} ${TREND.height + 4}`} className="ml-auto block h-7 w-20 min-w-20">
    {trendPoints(values, TREND).map((line) => (
      <polyline key={line.join(' ')} points={line.join(' ')} className="fill-none stroke-brand stroke-2" />
    ))}
  </svg>
)
