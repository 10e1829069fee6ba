import { useSyncExternalStore } from 'react'

/**
 * State of the whole window, outside of components. `rendered` is for the server, if `initial` comes from the device.
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
  const useValue = () => useSyncExternalStore(subscribe, read, () => rendered)
  return { read, set, useValue }
}
