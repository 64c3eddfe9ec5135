/** The name that `Content-Disposition` gives a file: the one in UTF-8 before the plain one. */
export function filenameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback);
  } catch {
    return plain ?? fallback;
  }
}
