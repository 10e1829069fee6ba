import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../api/errors.ts'
import { beginFailure } from './beginning.ts'

const refused = (status: number, message = '') => new ApiError(status, 'Refused', message && JSON.stringify({ message }))
const lost = new ConnectionError(new TypeError('Failed to fetch'))
const words = (...asked: Parameters<typeof beginFailure>) => {
  const { title, description } = beginFailure(...asked)
  return `${title} - ${description}`
}

describe('why a session cannot begin', () => {
  it('is the plan, for modes of other plans', () => {
    expect(words(refused(403), 'timed_exam', 'button')).toBe('Upgrade Required - Timed Exam requires a Premium subscription or higher.')
    expect(words(refused(403), 'review', 'screen')).toBe('Upgrade Required - Review Mode requires a Basic subscription or higher.')
  })

  it('is the daily limit, with what would lift it beside the button', () => {
    expect(words(refused(429), 'practice', 'button')).toBe(
      "Daily Limit Reached - You've reached your daily question limit. Upgrade your subscription for more questions.",
    )
    expect(words(refused(429), 'practice', 'screen')).toBe("Daily Limit Reached - You've reached your daily question limit.")
  })

  it('is that no modules are selected', () => {
    expect(words(refused(400), 'practice', 'button')).toBe(
      'Select Modules First - Please select study modules before starting practice mode.',
    )
    expect(words(refused(400), 'tutor_mode', 'button')).toBe('Select Study Modules - Please select your study modules first.')
  })

  it('is the message of the server for practice, and a general one otherwise', () => {
    expect(words(refused(500, 'Not now.'), 'practice', 'button')).toBe('Error - Not now.')
    expect(words(refused(500), 'practice', 'button')).toBe('Error - Failed to generate practice questions')
    expect(words(lost, 'practice', 'button')).toBe('Error - Failed to start practice mode. Please try again.')
    expect(words(refused(500, 'Not now.'), 'practice', 'screen')).toBe('Error - Failed to generate questions. Please try again.')
    expect(words(lost, 'review', 'button')).toBe('Error - Failed to generate questions. Please try again.')
  })
})
