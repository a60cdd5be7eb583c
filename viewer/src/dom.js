// dom.js - elements of the page: el("button", {title: "..."}, "words", child, ...).

export function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "class") element.className = value;
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== undefined) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/** A button that is on or off. */
export function toggle(words, title, isOn, change) {
    const button = el("button", { title, "aria-pressed": String(isOn) }, words);
    button.set = (on) => {
        button.setAttribute("aria-pressed", String(on));
        change(on);
    };
    button.flip = () => button.set(button.getAttribute("aria-pressed") !== "true");
    button.addEventListener("click", button.flip);
    return button;
}
