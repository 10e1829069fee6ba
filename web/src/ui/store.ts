import { useSyncExternalStore } from 'react'

/** A value that the whole window has one of, kept outside of the components. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const read = () => value
  const set = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  /** The value in use, which follows every change of it. */
  const useValue = () => useSyncExternalStore(subscribe, read, read)
  return { read, set, useValue }
}
