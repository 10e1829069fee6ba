import { timeZoneChangeableFrom } from '@medicready/domain/accounts/settings-rules'
import type { AccountSettings } from '@medicready/domain/contract/accounts/profile'
import { useMemo } from 'react'
import { clockIn, timeZoneGroups, zoneOfDevice } from '../app/time-zones.ts'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame } from '../ui/field.tsx'

interface TimeZoneFieldProps {
  value: string
  saved: Pick<AccountSettings, 'timeZone' | 'timeZoneChangedAt'>
  /** Whether the server refused a change, as it was changed in another window meanwhile. */
  isRefused: boolean
  onChange: (value: string) => void
}

/** By which clock the days of an account are told. It is locked for a day once it was changed, and says until when. */
export function TimeZoneField({ value, saved, isRefused, onChange }: TimeZoneFieldProps) {
  const device = zoneOfDevice()
  const groups = useMemo(() => timeZoneGroups(saved.timeZone, device), [saved.timeZone, device])
  const changeableFrom = timeZoneChangeableFrom(saved.timeZoneChangedAt)
  const isLocked = new Date().toISOString() < changeableFrom
  const locked = `You can change your time zone once a day: again from ${clockIn(saved.timeZone, new Date(changeableFrom || 0))} on.`
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full sm:max-w-110">
        <Field
          label="Time zone"
          error={isRefused ? 'Your time zone was changed less than a day ago. Please reload the page to see it.' : undefined}
          hint={isLocked ? locked : hintFor(value, saved.timeZone)}
        >
          {(control) => (
            <select
              {...control}
              name="timeZone"
              disabled={isLocked}
              value={value}
              onChange={({ target }) => onChange(target.value)}
              className={classList(fieldFrame, 'min-h-11')}
            >
              {groups.map(({ region, zones }) => {
                const options = zones.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))
                return region === '' ? (
                  options
                ) : (
                  <optgroup key={region} label={region}>
                    {options}
                  </optgroup>
                )
              })}
            </select>
          )}
        </Field>
      </div>
      {!isLocked && device !== value && (
        <Button variant="secondary" size="sm" onClick={() => onChange(device)}>
          Use the one of this device ({device.replaceAll('_', ' ')})
        </Button>
      )}
    </div>
  )
}

const hintFor = (value: string, saved: string) =>
  `It is ${clockIn(value, new Date())} there. ` +
  (value === saved
    ? 'Your questions and your streak go by this clock. It can be changed once a day.'
    : 'Your day goes on as it is; from your next midnight on, your days follow this clock. It can be changed again after a day.')
