import { useQuery } from '@tanstack/react-query'
import type { Language } from '#platform/shared/languages.ts'
import { type FullKey, translateInto } from '#platform/web/start/texts.ts'

interface TextInto {
  language: Language
  key: FullKey
}

/** Texts in the languages of other people, in the given order; empty until all languages are loaded. */
export function useTextsInto(texts: readonly TextInto[]): readonly string[] {
  const { data } = useQuery({
    queryKey: ['texts-into', texts],
    queryFn: () => Promise.all(texts.map(({ language, key }) => translateInto(language, key))),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}
