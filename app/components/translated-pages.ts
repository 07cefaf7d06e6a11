/**
 * A browser that translates a page puts a <font> in the place of each text node, which React goes on to change: its
 * updates are lost, and removing a node that is no longer there throws. Here the text comes back in place of the
 * <font> as soon as React touches it. Without this, no text could stand beside another in any element that changes.
 */
export function supportTranslation() {
  const fontOf = new WeakMap<Node, Element>();

  new MutationObserver((mutations) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of mutations) {
      const near = [...addedNodes, previousSibling, nextSibling].find(isFont);
      const [removed] = removedNodes;
      if (near && removed instanceof Text) fontOf.set(removed, near);
    }
  }).observe(document, { childList: true, subtree: true });

  /** Puts a text node back where its translation stands. */
  const restore = (node: Node | null) => {
    const font = node && !node.parentNode ? fontOf.get(node) : undefined;
    if (node && font?.parentNode) font.replaceWith(node);
  };

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    added: T,
    before: Node | null,
  ) {
    restore(before);
    return insertBefore.call(this, added, before) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    restore(child);
    return removeChild.call(this, child) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Text.prototype, "nodeValue", {
    get: value?.get,
    set(this: Text, text: string) {
      restore(this);
      value?.set?.call(this, text);
    },
    configurable: true,
  });
}

const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";
