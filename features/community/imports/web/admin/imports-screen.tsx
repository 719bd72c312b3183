import { useParams } from 'react-router'
import { ImportList } from './import-list.tsx'
import { ImportPreview } from './import-preview.tsx'

/** `/admin/imports`: choose a file, check it, import it, and undo the import if it was the wrong file. */
export function ImportsScreen() {
  const { id } = useParams()
  return id ? <ImportPreview id={id} /> : <ImportList />
}
