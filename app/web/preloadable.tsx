import { type ComponentType, lazy, useState } from 'react'

/**
 * Like `lazy`, with `preload`: loaded code renders immediately. A lazy component always shows its fallback first, and
 * React keeps a fallback for at least 300 ms.
 */
export function preloadable(load: () => Promise<ComponentType>) {
  let arrived: ComponentType | null = null
  const preload = async () => {
    arrived = await load()
  }
  const Later = lazy(() => load().then((component) => ({ default: component })))
  function Preloadable() {
    // Chosen once: switching the component would reset its state.
    const [Component] = useState(() => arrived ?? Later)
    return <Component />
  }
  return Object.assign(Preloadable, { preload })
}
