/** The small build has the whole one's types. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
