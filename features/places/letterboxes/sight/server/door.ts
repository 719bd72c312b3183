export { type Eyes, eyesOf, isVisibleTo, type MaybeViewer, visibleTo } from './sight.ts'
