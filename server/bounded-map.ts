/** A map that never grows beyond a number of entries: the memory of what strangers, devices and pages say must not be theirs to fill. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  /** `most` entries; one more removes the one that was set first. Delete before setting to make an entry the newest again. */
  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    if (this.size > this.#most) this.delete(this.keys().next().value as K);
    return this;
  }
}
