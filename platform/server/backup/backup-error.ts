/** An error that the operator can act on; its message is shown as it is. */
export class BackupError extends Error {
  /** Why the backup could not be stored; undefined for every other error. */
  readonly keeping: 'disk_full' | 'folder' | undefined

  constructor(message?: string, options: ErrorOptions & { keeping?: 'disk_full' | 'folder' } = {}) {
    super(message, options)
    this.keeping = options.keeping
  }
}
