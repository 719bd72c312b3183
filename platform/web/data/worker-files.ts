/**
 * Asks a worker of this page for the addresses of what it has loaded: the page's own `performance` does not
 * list them.
 */
type AskWorker = () => Promise<string[]>

const workers = new Set<AskWorker>()

/** Whoever starts a worker that loads files says how it is asked for them. */
export function addWorkerFiles(ask: AskWorker): void {
  workers.add(ask)
}

/** What each worker of this page has loaded so far; one that has died never answers. */
export const filesOfWorkers = (): Promise<string[]>[] => [...workers].map((ask) => ask())
