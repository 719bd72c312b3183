import { useParams } from 'react-router'
import { ImportList } from './import-list.tsx'
import { ImportPreview } from './import-preview.tsx'

/** `/admin/imports`: a file is chosen, looked through, imported, and undone if it was the wrong one. */
export function ImportsScreen() {
  const { id } = useParams()
  return id ? <ImportPreview id={id} /> : <ImportList />
}
