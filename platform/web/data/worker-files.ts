/** Asks a worker of this page for the URLs it has loaded, which the page's own `performance` does not list. */
type AskWorker = () => Promise<string[]>

const workers = new Set<AskWorker>()

/** Registers a worker that loads files. */
export function addWorkerFiles(ask: AskWorker): void {
  workers.add(ask)
}

/** URLs loaded by each worker; a worker that crashed never answers. */
export const filesOfWorkers = (): Promise<string[]>[] => [...workers].map((ask) => ask())
