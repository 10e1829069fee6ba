import { describe, expect, it } from 'vitest'
import { choosePrompt, type Situation } from './choose-prompt.ts'

const after = (seconds: number, more: Partial<Situation> = {}): Situation => ({
  sinceLoadMs: seconds * 1_000,
  isAtWork: false,
  hasUpdate: false,
  install: 'offered',
  mayAskToInstall: true,
  permission: 'default',
  mayAskToRemind: true,
  wasAskedToInstall: false,
  ...more,
})

describe('what the app asks, and when', () => {
  it('asks to install 30 seconds after load', () => {
    expect(choosePrompt(after(29.9))).toBeNull()
    expect(choosePrompt(after(30))).toBe('install')
    expect(choosePrompt(after(600))).toBe('install')
  })

  it('explains how to install if the browser offers nothing', () => {
    expect(choosePrompt(after(30, { install: 'byHand' }))).toBe('installByHand')
  })

  it('does not ask to install if it is installed, impossible, or dismissed', () => {
    expect(choosePrompt(after(45, { install: 'no' }))).toBeNull()
    expect(choosePrompt(after(45, { mayAskToInstall: false }))).toBeNull()
  })

  it('asks about reminders 60 seconds after load unless it asks about installing', () => {
    expect(choosePrompt(after(59.9, { install: 'no' }))).toBeNull()
    expect(choosePrompt(after(60, { install: 'no' }))).toBe('remind')
    expect(choosePrompt(after(60, { mayAskToInstall: false }))).toBe('remind')
    expect(choosePrompt(after(60))).toBe('install')
  })

  it('asks nothing while the browser itself asks', () => {
    expect(choosePrompt(after(61, { install: 'asking' }))).toBeNull()
  })

  it('does not ask both questions in a row', () => {
    expect(choosePrompt(after(70, { mayAskToInstall: false, wasAskedToInstall: true }))).toBeNull()
  })

  it.each(['granted', 'denied', 'unknown'] as const)('asks nothing about reminders where they are %s', (permission) => {
    expect(choosePrompt(after(90, { install: 'no', permission }))).toBeNull()
  })

  it('does not ask after a dismissal, or while the student is working', () => {
    expect(choosePrompt(after(90, { install: 'no', mayAskToRemind: false }))).toBeNull()
    expect(choosePrompt(after(90, { isAtWork: true, hasUpdate: true }))).toBeNull()
  })

  it('offers an update before all else', () => {
    expect(choosePrompt(after(0, { hasUpdate: true }))).toBe('update')
    expect(choosePrompt(after(90, { hasUpdate: true }))).toBe('update')
  })
})
