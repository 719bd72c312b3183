import { type ComponentType, lazy, useState } from 'react'

/**
 * As `lazy`, with `preload`: what has arrived is rendered at once. A lazy component always shows its
 * fallback first, and React takes a fallback away after 300 ms at the earliest.
 */
export function preloadable(load: () => Promise<ComponentType>) {
  let arrived: ComponentType | null = null
  const preload = async () => {
    arrived = await load()
  }
  const Later = lazy(() => load().then((component) => ({ default: component })))
  function Preloadable() {
    // Chosen once: another component in its place would start anew.
    const [Component] = useState(() => arrived ?? Later)
    return <Component />
  }
  return Object.assign(Preloadable, { preload })
}
