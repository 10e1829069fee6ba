import { useSyncExternalStore } from 'react'

/**
 * A value that the whole window has one of, kept outside of the components. `rendered` is what the server renders,
 * where the initial value comes from this device.
 */
export function createStore<Value>(initial: Value, rendered = initial) {
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
  const useValue = () => useSyncExternalStore(subscribe, read, () => rendered)
  return { read, set, useValue }
}
