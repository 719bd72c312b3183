import type { Noun, NounTexts, PathIn, ServerSection } from '#platform/shared/texts.ts'

type SectionsOf<Each extends Noun> = Exclude<keyof NounTexts[Each] & string, ServerSection>

/** A section of a feature's texts that screens show: `orders`, `admin-orders`. */
export type Namespace = { [Each in Noun]: SectionsOf<Each> }[Noun]

type TextsOf<Name extends Namespace> = {
  [Each in Noun]: Name extends keyof NounTexts[Each] ? NounTexts[Each][Name] : never
}[Noun]

/** `layout:dismiss` */
export type FullKey<Name extends Namespace = Namespace> = Name extends Name
  ? `${Name}:${PathIn<TextsOf<Name>>}`
  : never

/** A key of the first namespace without its name, or a full key of any of the namespaces. */
export type Key<First extends Namespace, Others extends Namespace = never> =
  | PathIn<TextsOf<First>>
  | FullKey<First | Others>
