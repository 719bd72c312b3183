import { useQuery } from '@tanstack/react-query'
import type { Language } from '#platform/shared/languages.ts'
import { type FullKey, loadTexts, textOf } from '#platform/web/start/texts.ts'

interface TextInto {
  language: Language
  key: FullKey
}

/** A text for a reader of another language than the app's. */
async function translateInto({ language, key }: TextInto): Promise<string> {
  const [namespace = ''] = key.split(':')
  await loadTexts(language, namespace)
  return textOf(language, namespace, key, {})
}

/** Texts in the languages of other people, in the given order; empty until all languages are loaded. */
export function useTextsInto(texts: readonly TextInto[]): readonly string[] {
  const { data } = useQuery({
    queryKey: ['texts-into', texts],
    queryFn: () => Promise.all(texts.map(translateInto)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}
