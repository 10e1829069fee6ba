import { blueprintNames, blueprints, isMock } from '@medicready/domain/exams/shown/blueprints'
import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../api/errors.ts'
import { completeFailure, examAnswering, lengthWords, requestFor, shareWords, standingOf, startFailure } from './exam-words.ts'

const refusal = (status: number, code: string, message: string) => new ApiError(status, '', JSON.stringify({ code, message }))
const lost = new ConnectionError(new Error('offline'))
const broken = new ApiError(502, 'Bad Gateway', '<html>')

describe('the description of the exams', () => {
  it('uses the numbers of the blueprints', () => {
    expect(blueprintNames.map((name) => lengthWords(blueprints[name]))).toEqual([
      '80–150 questions',
      '110–150 questions',
      '70–120 questions',
      '20–40 questions',
      '15–30 questions',
    ])
    expect(shareWords('national_registry')).toEqual(['Airway 20%', 'Cardiology 22%', 'Trauma 16%', 'Medical 30%', 'EMS Operations 12%'])
    expect(shareWords('national_registry_2024')).toContain('Clinical Judgment 35%')
    expect(shareWords('module')).toEqual([])
    expect(blueprintNames.filter(isMock)).toEqual(['national_registry', 'national_registry_2024'])
  })

  it('distinguishes passed, failed, unfinished, and abandoned exams', () => {
    const standings = [
      { isCompleted: true, givenUpAt: null, score: 70 },
      { isCompleted: true, givenUpAt: null, score: 69 },
      { isCompleted: false, givenUpAt: null, score: null },
      { isCompleted: false, givenUpAt: '2026-03-01T12:30:00.000Z', score: null },
    ].map(standingOf)
    expect(standings).toEqual(['passed', 'notPassed', 'inProgress', 'givenUp'])
  })
})

describe('the request for an exam', () => {
  it('is by the five domains where it is a mock exam, and by its module where it has one', () => {
    const domains = ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations']
    expect(requestFor('national_registry', null)).toEqual({
      examType: 'full_exam',
      targetModules: domains,
      blueprint: 'national_registry',
    })
    expect(requestFor('national_registry_2024', 'Trauma')).toMatchObject({ targetModules: domains, blueprint: 'national_registry_2024' })
    expect(requestFor('full_simulation', null)).toEqual({ examType: 'full_exam', targetModules: [] })
    expect(requestFor('module', 'Trauma')).toEqual({ examType: 'module_specific', targetModules: ['Trauma'] })
    expect(requestFor('weak_areas', null)).toEqual({ examType: 'weak_areas', targetModules: [] })
  })
})

describe('the failure message', () => {
  it('of a start uses the message of the server, or that of the specification', () => {
    expect(startFailure(refusal(409, 'examInProgress', 'You have one.')).description).toBe('You have one.')
    expect([lost, broken].map((error) => startFailure(error).description)).toEqual(Array(2).fill('Failed to start practice exam'))
    expect(startFailure(refusal(403, 'examTierRequired', 'No.'))).toMatchObject({
      title: 'Premium Feature',
      description: 'Practice exams are available with Premium subscription.',
    })
  })

  it('of an answer says whether it can be sent again', () => {
    const told = (error: Error) => examAnswering.failure?.(error)
    expect(told(lost)).toMatchObject({
      description: expect.stringMatching(/^Failed to submit answer\. It is sent again/),
      canSendAgain: true,
    })
    expect(told(broken)).toMatchObject({ description: 'Failed to submit answer', canSendAgain: true })
    expect(told(refusal(409, 'conflict', 'At the same moment.'))).toMatchObject({ description: 'At the same moment.', canSendAgain: true })
    expect(told(refusal(409, 'examEnded', 'Over.'))).toMatchObject({ description: 'Over.', canSendAgain: false })
    expect(examAnswering.noAnswer).toMatchObject({
      title: 'Please select an answer',
      description: 'You must choose an answer before continuing.',
    })
  })

  it('of an end has its own message', () => {
    expect([lost, broken].map(completeFailure)).toEqual(Array(2).fill('Failed to complete exam'))
    expect(completeFailure(refusal(404, 'examNotFound', 'Gone.'))).toBe('Gone.')
  })
})
